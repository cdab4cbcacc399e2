"""From the text of a file to its nodes and back: parser, printer, formatter."""
