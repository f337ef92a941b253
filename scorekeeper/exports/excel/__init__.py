"""Workbooks: the only package that writes with openpyxl."""

from .games import games_workbook as games_workbook
from .games import hands_workbook as hands_workbook
from .games import sheet_workbook as sheet_workbook
from .games import write_games as write_games
from .ledger import ledger_workbook as ledger_workbook
from .plain import FIRST as FIRST
from .plain import Cell as Cell
from .plain import Formula as Formula
from .plain import Page as Page
from .plain import plain_workbook as plain_workbook
from .sheet import IDENTITY as IDENTITY
from .sheet import places as places
