"""Forms over what is stored: only what was changed in them is written back."""

from typing import Any

from django import forms


class ChangingForm(forms.Form):
    """A form that sends along what it was filled with.

    A page may stand open for an hour: what somebody else has changed meanwhile, and nobody has
    touched here, must not become again what it was.
    """

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        for field in self.fields.values():
            field.show_hidden_initial = True

    def changed(self) -> dict[str, Any]:
        """The fields that were changed since the form was filled; only on a valid form."""
        return {name: self.cleaned_data[name] for name in self.changed_data}
