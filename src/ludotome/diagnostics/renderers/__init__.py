"""Renderers: diagnostics as text, one module per format, chosen by `ludotome.diagnostics.render`."""
