"""Every registered rule system keeps the contract."""

import pytest

from rules.registry import RULESETS
from tests.contracts.ruleset_contract import RulesetContract
from tests.contracts.ruleset_play import AnyRuleset


@pytest.fixture(params=RULESETS, ids=lambda ruleset: ruleset.id)
def ruleset(request: pytest.FixtureRequest) -> AnyRuleset:
    found: AnyRuleset = request.param
    return found


class TestRulesets(RulesetContract):
    """All questions of `RulesetContract`."""
