"""Expressions: the text form of values, conditions and queries, as a tree with offsets.

Invariants:
    * total: any text gives a tree or at least one slip, never an exception, in time linear in its length;
    * offsets count code points of the given text, with exclusive ends; the text under a node's span parses to that
      node (except a binder and a name after a dot, which are not expressions);
    * printing a tree and parsing the result gives an equal tree.

This package does not know games: it does not resolve names or check types.
"""

from ludotome.spec.expressions.parse_expression import ParsedExpression, parse_expression
from ludotome.spec.expressions.phrases import cells_in_one_word, cells_that
from ludotome.spec.expressions.print_expression import print_expression
from ludotome.spec.expressions.rewrite import rewrite
from ludotome.spec.expressions.tree import (
    Access,
    Binary,
    Binding,
    Boolean,
    Call,
    Expression,
    If,
    Integer,
    It,
    ListLiteral,
    Logic,
    Name,
    Not,
    Nothing,
    Query,
    Range,
    Selector,
    Unary,
    children,
)
from ludotome.spec.slips import Slip

__all__ = [
    "parse_expression",
    "ParsedExpression",
    "Slip",
    "rewrite",
    "cells_in_one_word",
    "cells_that",
    "print_expression",
    "Expression",
    "Integer",
    "Boolean",
    "Nothing",
    "It",
    "Binding",
    "Name",
    "Selector",
    "Access",
    "Call",
    "ListLiteral",
    "Unary",
    "Binary",
    "Range",
    "Not",
    "Logic",
    "If",
    "Query",
    "children",
]
