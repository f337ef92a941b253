"""How dates are written, a language a package: Django finds them by FORMAT_MODULE_PATH."""
