"""What is printed on each card, beside the game's own data: taken down from public card lists and pictures, not from
cards.toml.
"""

import pytest

from rulekeeper.games.warhammer_invasion.catalogue import CARDS

# kind, cost, loyalty, power, hit points, copies in the box; 0 where nothing is printed
TAKEN_DOWN = """
    defender-of-the-hold 1 1 1 1 3
    zhufbar-engineers 3 1 1 3 1
    hammerer-of-karak-azul 2 1 1 2 3
    troll-slayers 3 1 1 3 3
    runesmith 2 1 1 1 3
    durgnar-the-bold 3 3 2 2 1
    king-kazador 6 5 3 6 1
    dwarf-cannon-crew 2 2 1 2 1
    dwarf-masons 3 2 1 3 1
    dwarf-ranger 3 2 1 2 2
    mountain-brigade 4 2 2 6 2
    ironbreakers-of-ankhor 5 2 2 3 1
    rune-of-fortitude 2 1 0 0 1
    keystone-forge 2 1 1 0 3
    organ-gun 0 2 0 0 1
    master-rune-of-dismay 4 3 2 0 1
    a-glorious-death 0 2 0 0 2
    grudge-thrower 1 2 0 0 2
    burying-the-grudge 0 2 0 0 1
    stubborn-refusal 2 1 0 0 1
    striking-the-grudge 1 3 0 0 2
    grudge-thrower-assault 2 3 0 0 1
    demolition 2 1 0 0 1
    wake-the-mountain 3 2 0 0 1
    master-rune-of-valaya 2 1 0 0 1
    peasant-militia 0 1 0 3 1
    reiksguard-knights 3 1 1 2 3
    bright-wizard-apprentice 2 2 1 1 1
    nuln-tinkerers 3 1 1 3 1
    the-greatswords 4 2 1 4 2
    sigmars-blessed 2 2 1 1 1
    thyrus-gorman 3 3 3 3 1
    huntsmen 1 1 1 1 3
    warrior-priests 2 1 1 1 3
    free-company 3 1 1 3 2
    pistoliers 2 1 1 2 3
    johannes-broheim 6 3 1 4 1
    knight-training 0 2 0 0 1
    church-of-sigmar 2 2 1 0 2
    city-gates 2 1 1 0 1
    shrine-to-taal 2 1 0 0 1
    temple-of-shallya 4 1 2 0 1
    defend-the-border 0 2 0 0 2
    will-of-the-electors 1 1 0 0 1
    twin-tailed-comet 2 4 0 0 1
    demoralise 0 1 0 0 3
    franzs-decree 1 1 0 0 1
    forced-march 2 2 0 0 1
    judgement-of-verena 4 2 0 0 1
    sigmars-intervention 2 2 0 0 1
    silver-helm-brigade 3 1 1 3 1
    archmage-of-saphery 1 1 0 1 1
    blessing-of-isha 0 1 0 0 1
    radiant-gaze 2 3 0 0 1
    greater-heal 3 1 0 0 1
    crooked-teef-goblins 1 1 1 1 3
    squig-herders 2 1 1 2 3
    ironclaws-horde 5 2 4 2 1
    followers-of-mork 2 1 1 2 2
    black-orc-squad 3 1 1 4 3
    boar-boyz 4 2 1 4 2
    urguck 3 3 1 3 1
    grimgor-ironhide 6 5 3 6 1
    night-goblins 2 1 1 2 1
    doom-divers 4 1 2 2 1
    lobber-crew 2 1 1 1 3
    big-uns 3 1 1 2 1
    rock-lobber 2 2 0 0 1
    choppa 1 2 0 0 2
    totem-of-gork 3 3 1 0 1
    banna-of-da-red-sunz 4 1 2 0 1
    smash-em-all 1 2 0 0 2
    grimgors-camp 3 1 1 0 1
    smash-go-boom X 2 0 0 1
    rip-dere-eads-off 1 1 0 0 1
    wez-bigga 0 1 0 0 2
    favour-of-mork 1 2 0 0 3
    pillage 2 2 0 0 1
    waaagh 3 2 0 0 1
    troll-vomit 4 2 0 0 1
    servants-of-khorne 1 1 1 1 3
    savage-marauders 3 1 2 1 3
    festering-nurglings 2 1 1 2 3
    nurgle-sorcerer 3 3 1 2 1
    chaos-knights 5 2 3 4 2
    cultist-of-slaanesh 2 1 1 1 1
    valkia-the-bloody 4 3 2 4 1
    melekh-the-changer 3 2 1 3 1
    fledgling-chaos-spawn 0 1 0 1 1
    savage-gors 2 1 1 1 3
    dark-zealot 3 1 1 3 2
    bloodthirster 8 5 5 8 1
    cloud-of-flies 0 1 0 0 1
    horrific-mutation 1 1 0 0 1
    sadistic-mutation 2 2 0 0 1
    warpstone-meteor 3 2 2 0 1
    journey-to-the-gate 2 2 0 0 2
    shrine-to-nurgle 2 1 1 0 3
    seduced-by-darkness 0 1 0 0 2
    will-of-tzeentch 3 3 0 0 1
    nurgles-pestilence 3 2 0 0 1
    flames-of-tzeentch X 3 0 0 1
    blood-for-the-blood-god 2 2 0 0 2
    culling-the-weak 2 1 0 0 1
    slaaneshs-domination 2 2 0 0 1
    disciple-of-khaine 3 1 1 3 1
    vile-sorceress 2 2 1 2 1
    cold-one-riders 4 1 2 3 1
    cauldron-of-blood 4 1 2 0 1
    hate 0 1 0 0 1
    contested-village 1 0 1 0 3
    contested-fortress 3 0 1 0 3
    contested-stronghold 4 0 1 0 3
    armoury 2 0 1 0 3
    forgotten-cemetery 2 0 1 0 3
    warpstone-excavation 0 0 1 0 3
    pilgrimage 4 0 0 0 1
    burn-it-down 2 0 0 0 1
    innovation 0 0 0 0 1
    infiltrate 2 0 0 0 1
    prepare-for-war 0 0 0 0 2
    alliance-dwarf-and-empire 2 0 1 0 1
    alliance-empire-and-high-elf 2 0 1 0 1
    alliance-dwarf-and-high-elf 2 0 1 0 1
    alliance-chaos-and-orc 2 0 1 0 1
    alliance-chaos-and-dark-elf 2 0 1 0 1
    alliance-orc-and-dark-elf 2 0 1 0 1
    cut-supply-lines 0 0 0 0 6
    reinforcements 0 0 0 0 6
    sabotage 0 0 0 0 6
    shifting-tides 0 0 0 0 2
"""
ROWS = [line.split() for line in TAKEN_DOWN.split("\n") if line]


def test_every_card_is_there_in_the_order_of_the_numbers() -> None:
    assert [row[0] for row in ROWS] == list(CARDS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_card_has_the_numbers_that_are_printed_on_it(row: list[str]) -> None:
    card = CARDS[row[0]]
    numbers = (card.cost, card.loyalty, card.power, card.hit_points, card.quantity)
    assert [str(number or 0) for number in numbers] == row[1:]
