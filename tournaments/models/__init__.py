"""What is stored of tournaments and seasons: columns and constraints."""

from tournaments.models.season import PlannedEvening as PlannedEvening
from tournaments.models.season import Season as Season
from tournaments.models.season import VoidEvening as VoidEvening
from tournaments.models.tournament import Adjustment as Adjustment
from tournaments.models.tournament import Application as Application
from tournaments.models.tournament import Decider as Decider
from tournaments.models.tournament import Draw as Draw
from tournaments.models.tournament import Entrant as Entrant
from tournaments.models.tournament import Photo as Photo
from tournaments.models.tournament import Round as Round
from tournaments.models.tournament import Stage as Stage
from tournaments.models.tournament import Table as Table
from tournaments.models.tournament import TableSeat as TableSeat
from tournaments.models.tournament import Tournament as Tournament
from tournaments.models.tournament import TournamentLogEntry as TournamentLogEntry
