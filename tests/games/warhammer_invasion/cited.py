"""Where each rule of Warhammer: Invasion is cited: by the test that plays it, and by what stands under it."""

CITED = """
cards.test_chaos
  test_a_development_that_is_gone_already_is_not_destroyed_twice
    whi.card.cultist-of-slaanesh: fact DevelopmentLost
  test_a_host_that_is_destroyed_in_that_moment_takes_the_mutation_with_it
    whi.card.sadistic-mutation: fact EffectTriggered
  test_a_unit_that_cannot_become_corrupted_does_not_keep_the_meteor_off
    whi.card.warpstone-meteor: fact EffectTriggered
  test_an_own_unit_has_to_be_chosen_where_it_is_the_only_one
    whi.card.fledgling-chaos-spawn: fact DamageAssigned
  test_cloud_of_flies_may_be_let_go
    whi.card.cloud-of-flies: fact EffectFizzled
  test_counterstrike_counts_and_a_corrupted_attacker_goes_on_attacking
    whi.card.shrine-to-nurgle: fact EffectTriggered
  test_cultist_of_slaanesh_works_in_the_quest_zone_where_there_is_a_development
    whi.kw.zone-effect: refusal UseAction
  test_festering_nurglings_corrupt_themselves_where_nobody_else_is_there
    whi.card.festering-nurglings: fact EffectTriggered
  test_journey_to_the_gate_gains_a_token_each_own_turn_while_a_unit_works_on_it
    whi.card.journey-to-the-gate: fact EffectTriggered
    whi.quest.tokens: fact TokenGained
  test_nothing_moves_from_a_valkia_who_is_gone_and_a_fact_says_so
    whi.effects.leave-play-reset: fact EffectFizzled
  test_the_sorcerers_action_outlives_him_and_not_its_target
    whi.card.nurgle-sorcerer: fact DamageAssigned
  test_valkia_may_move_nothing_and_may_move_to_an_own_unit
    whi.card.valkia-the-bloody: fact DamageMoved
  test_warpstone_meteor_strikes_in_its_players_turn_only
    whi.turn.beginning: fact WindowOpened
  test_where_no_unit_is_the_refusal_says_so_and_damage_goes_to_no_burning_section
    whi.burn.still-works: refusal ChoosePlace
    whi.effects.or: refusal ChooseOption
cards.test_chaos_tactics
  test_a_corrupted_unit_is_a_legal_target_and_nothing_changes
    whi.corrupt.twice: fact EffectFizzled
  test_a_unit_in_a_battlefield_takes_damage_equal_to_its_power
    whi.card.blood-for-the-blood-god: fact DamageAssigned
  test_flames_of_tzeentch_deal_what_is_paid
    whi.card.flames-of-tzeentch: fact DamageAssigned
  test_nurgles_pestilence_damages_every_unit_and_corrupted_ones_more
    whi.card.nurgles-pestilence: fact DamageAssigned
  test_seduced_by_darkness_corrupts_a_unit
    whi.card.seduced-by-darkness: fact UnitCorrupted
  test_will_of_tzeentch_is_for_the_own_turn
    whi.play.your-turn: refusal PlayTactic
  test_without_a_unit_there_is_nothing_to_cull
    whi.card.culling-the-weak: fact EffectFizzled
cards.test_copying
  test_a_smaller_hand_is_revealed_whole_and_an_empty_one_has_nothing_to_show
    whi.card.slaaneshs-domination: fact EffectFizzled
    whi.hidden.random: fact HandCardRevealed
  test_only_tactics_on_the_chain_can_be_copied
    whi.chain.just-played: refusal PlayTactic
  test_without_a_legal_target_the_copy_does_nothing
    whi.card.twin-tailed-comet: fact EffectFizzled
cards.test_dark_elf
  test_hate_takes_a_resource_of_the_opponent
    whi.card.hate: fact ResourcesTaken
  test_toughness_helps_against_the_cauldron
    whi.damage.non-combat: fact DamageApplied
  test_two_cauldrons_hurt_one_after_the_other
    whi.card.cauldron-of-blood: fact DamageAssigned
  test_where_only_uncancellable_points_lie_there_one_of_them_goes_on_as_such
    whi.card.disciple-of-khaine: fact DamageRedirected
  test_where_she_is_the_only_unit_she_is_the_target
    whi.card.vile-sorceress: fact EffectTriggered
cards.test_dwarf
  test_a_forced_effect_need_not_pay_for_kazador
    whi.card.king-kazador: fact ResourcesPaid
  test_the_only_unit_there_has_to_be_given_up
    whi.card.zhufbar-engineers: fact CardLeft
  test_the_runesmiths_target_is_gone
    whi.card.runesmith: fact ResourcesPaid
  test_what_does_not_target_kazador_costs_no_more
    whi.card.judgement-of-verena: fact CardLeft
cards.test_dwarf_crews
  test_dwarf_masons_take_the_last_card_of_the_deck
    whi.card.dwarf-masons: fact DevelopmentPlaced
  test_the_cannon_crew_puts_a_support_into_play
    whi.effects.then: fact DeckShuffled
  test_the_ranger_scouts_in_every_zone
    whi.kw.scout: fact EffectTriggered
cards.test_dwarf_supports
  test_a_glorious_death_gathers_tokens
    whi.card.a-glorious-death: fact EffectTriggered
  test_a_sacrificed_fighter_gains_nothing
    whi.card.grudge-thrower: fact PowerChanged
  test_each_rune_is_paid_by_itself
    whi.card.rune-of-fortitude: fact EffectTriggered
  test_the_forge_chooses_by_itself_heals_nothing_or_does_not_work
    whi.card.keystone-forge: fact DamageHealed
cards.test_dwarf_tactics
  test_burying_the_grudge_counts_units_in_discard_piles
    whi.card.burying-the-grudge: fact ResourcesGained
  test_demolition_destroys_a_support
    whi.card.demolition: fact CardLeft
  test_grudge_thrower_assault_comes_once_damage_is_assigned
    whi.card.grudge-thrower-assault: fact CardLeft
  test_grudge_thrower_assault_in_the_last_window_and_never_after
    whi.combat.attack-state-ends: fact AttackOver
  test_no_more_damage_moves_than_destroys
    whi.card.stubborn-refusal: fact DamageMoved
    whi.kw.toughness.moved: fact EffectFizzled
  test_striking_the_grudge
    whi.card.striking-the-grudge: fact PowerChanged
  test_valaya_after_the_battlefield_phase_does_nothing
    whi.chain.conditional-action: fact EffectFizzled
  test_valaya_cancels_what_was_assigned
    whi.card.master-rune-of-valaya: fact DamageCancelled
  test_wake_the_mountain_empties_a_small_deck
    whi.card.wake-the-mountain: fact DevelopmentPlaced
cards.test_empire
  test_an_apprentice_cancels_an_apprentice
    whi.chain.lifo: fact ActionBegan
  test_sigmars_blessed_take_the_only_unit_or_none
    whi.card.sigmars-blessed: fact CardLeft
  test_the_apprentice_cancels_an_action
    whi.chain.cancel-effect: fact ActionCancelled
  test_the_apprentice_works_once_a_turn_and_in_the_quest_zone
    whi.card.bright-wizard-apprentice: fact ResourcesPaid
  test_the_first_support_of_the_turn_is_cheaper
    whi.types.support: fact CardEntered
  test_the_greatswords_are_stronger_for_each_unit_that_comes
    whi.card.the-greatswords: fact EffectTriggered
  test_the_peasant_militia_is_what_it_is
    whi.types.unit: fact CardEntered
cards.test_empire_priests
  test_huntsmen_are_for_the_quest_zone_only
    whi.kw.zone-only: refusal PlayUnit
  test_johannes_moves_where_no_other_hero_is
    whi.card.johannes-broheim: fact EffectTriggered
    whi.effects.move: fact EffectFizzled
  test_pistoliers_ride_as_often_as_they_are_paid
    whi.card.pistoliers: fact ResourcesPaid
  test_pistoliers_stay_where_they_cannot_go_any_more
    whi.effects.in-play: fact EffectFizzled
  test_thyrus_gorman_burns_away
    whi.card.thyrus-gorman: fact DamageAssigned
  test_without_another_unit_the_point_stays
    whi.card.warrior-priests: fact PointStayed
cards.test_empire_supports
  test_city_gates_take_the_last_card_of_the_deck
    whi.card.city-gates: fact DevelopmentPlaced
  test_defend_the_border_gathers_tokens
    whi.card.defend-the-border: fact EffectTriggered
  test_the_border_and_the_fortress_in_the_order_of_their_player
    whi.damage.cancel-order: fact EffectFizzled
  test_the_shrine_and_the_gates_in_the_order_of_their_player
    whi.card.shrine-to-taal: fact EffectFizzled
  test_the_temple_may_move_nobody_and_rests_elsewhere
    whi.card.temple-of-shallya: fact EffectFizzled
  test_who_targets_the_churchs_units_pays_more
    whi.card.church-of-sigmar: fact ResourcesPaid
cards.test_empire_tactics
  test_demoralise_weakens_a_unit
    whi.card.demoralise: fact PowerChanged
  test_forced_march_moves_any_unit
    whi.card.forced-march: fact UnitMoved
  test_franzs_decree_keeps_a_unit_from_attacking
    whi.card.franzs-decree: fact DeclaringForbidden
  test_sigmars_intervention_before_the_attackers
    whi.card.sigmars-intervention: fact AttackTurned
  test_the_electors_move_own_developments
    whi.card.will-of-the-electors: fact DevelopmentsMoved
cards.test_high_elf
  test_a_unit_that_has_been_healed_meanwhile_is_no_target_any_more
    whi.card.archmage-of-saphery: fact DamageHealed
    whi.chain.recheck-target: fact EffectFizzled
  test_the_blessing_restores_its_host_as_it_comes
    whi.card.blessing-of-isha: fact EffectTriggered
  test_the_brigade_can_empty_its_own_deck
    whi.card.silver-helm-brigade: fact CardDrawn
  test_the_gaze_may_rest_on_an_empty_zone
    whi.card.radiant-gaze: fact EffectFizzled
  test_the_own_units_are_healed_of_everything
    whi.card.greater-heal: fact DamageHealed
cards.test_neutral
  test_a_unit_that_is_moved_there_is_corrupted_and_not_twice
    whi.card.warpstone-excavation: fact UnitCorrupted
  test_cards_of_the_discard_pile_are_shuffled_in_for_the_unit_on_the_quest
    whi.quest.unit-leaves: fact QuestAbandoned
  test_infiltrate_can_empty_a_deck
    whi.card.infiltrate: fact DeckCardDiscarded
  test_infiltrate_is_unique
    whi.unique.one-in-play: refusal PlayQuest
  test_innovation_gives_a_resource_for_each_development_in_the_kingdom
    whi.card.innovation: fact ResourcesGained
  test_it_gains_a_token_while_a_unit_works_on_it
    whi.card.prepare-for-war: fact EffectTriggered
  test_it_takes_all_where_the_pile_has_fewer_cards_and_is_refused_without_any
    whi.chain.target-counts: refusal UseAction
  test_pilgrimage_for_a_unit_that_is_gone_does_nothing
    whi.card.pilgrimage: fact CardLeft
  test_pilgrimage_needs_a_unit
    whi.chain.targets-up-front: refusal PlayTactic
  test_the_support_is_destroyed
    whi.card.burn-it-down: fact CardLeft
  test_where_one_batch_hits_several_sections_its_controller_names_one
    whi.card.contested-fortress: fact DamageCancelled
cards.test_orc
  test_a_lobber_crew_cannot_be_sacrificed_twice
    whi.card.lobber-crew: fact CardLeft
  test_a_section_that_grimgor_strips_of_developments_may_burn
    whi.card.grimgor-ironhide: fact DevelopmentLost
  test_doom_divers_may_end_in_a_draw
    whi.win.draw: fact GameEnded
  test_each_rock_lobber_is_used_once_a_turn
    whi.action.limit-per-turn: refusal UseAction
    whi.card.rock-lobber: fact ResourcesPaid
  test_grimgors_camp_makes_the_first_orc_unit_of_the_turn_cheaper
    whi.card.grimgors-camp: fact ResourcesPaid
  test_lobber_crew_is_sacrificed_and_an_opponent_sacrifices_a_unit_of_their_choice
    whi.action.in-play: fact ActionUsed
  test_smash_em_all_asks_for_its_tokens_and_its_unit
    whi.quest.sacrifice-cost: refusal UseAction
  test_smash_em_all_gains_a_token_each_own_turn_while_a_unit_works_on_it
    whi.card.smash-em-all: fact EffectTriggered
  test_the_banna_looks_at_who_collected_not_at_what_others_have
    whi.kingdom.collect: fact ResourcesCollected
  test_urguck_pays_with_his_damage
    whi.card.urguck: fact DamagePaid
  test_without_a_unit_the_banna_takes_nothing
    whi.card.banna-of-da-red-sunz: fact EffectTriggered
    whi.forced.target: fact EffectFizzled
cards.test_orc_tactics
  test_a_battlefield_only_unit_may_be_turned_up_elsewhere
    whi.card.rip-dere-eads-off: fact DevelopmentTurnedUp
  test_a_second_pillage_on_the_same_support_does_nothing
    whi.card.pillage: fact CardLeft
  test_a_unit_of_one_hit_point_that_gets_bigga_is_destroyed_as_it_enters
    whi.card.hit-points: fact CardLeft
    whi.card.wez-bigga: fact EffectWaited
  test_out_of_combat_waaagh_is_legal_and_does_nothing
    whi.card.waaagh: fact EffectFizzled
  test_power_is_not_below_zero
    whi.card.favour-of-mork: fact PowerChanged
  test_smash_go_boom_destroys_as_many_developments_of_one_zone_as_are_paid_for
    whi.card.smash-go-boom: fact DevelopmentLost
  test_troll_vomit_destroys_every_unit
    whi.card.troll-vomit: fact CardLeft
test_amended
  test_a_second_section_that_a_judge_burns_ends_the_game_at_once
    whi.effects.state-checks: fact ScriptBegan
test_applying
  test_nothing_is_applied_before_the_window_after_assigning_has_closed
    whi.combat.apply: fact DamageApplied
  test_the_contested_fortress_cancels_the_first_point_on_its_capital_of_each_turn
    whi.combat.apply.cancel-now: fact ScriptBegan
  test_units_of_both_sides_that_have_taken_their_hit_points_are_destroyed_together
    whi.combat.apply.destroy-units: fact CardLeft
test_assigning
  test_a_burning_section_takes_no_damage_and_what_has_no_legal_place_is_lost
    whi.combat.assign.burning: fact EffectFizzled
  test_by_the_faq_a_defender_needs_what_is_sure_to_be_cancelled_as_well
    whi.combat.assign.faq-minimum: refusal AssignDamage
  test_every_defender_has_its_remaining_hit_points_before_the_section_gets_any
    whi.combat.assign.defenders-first: refusal AssignDamage
  test_only_the_attacked_section_can_be_assigned_damage
    whi.combat.assign.section-only-attacked: refusal AssignDamage
  test_the_attacker_assigns_all_of_it_visibly_before_the_defender_is_asked
    whi.combat.attacker-assigns-first: fact DamageAssigned
  test_the_defender_assigns_nothing_to_the_attackers_capital_nor_to_others
    whi.combat.assign.not-attacker-capital: refusal AssignDamage
  test_the_defender_spreads_all_of_it_over_the_attackers_without_a_minimum
    whi.combat.assign.defender-to-attackers: fact DamageAssigned
  test_what_was_assigned_to_a_unit_that_leaves_combat_goes_back
    whi.combat.assign.target-gone: fact EffectFizzled
test_attachments
  test_choosing_a_host_is_targeting_and_costs_what_targeting_does
    whi.attach.host: fact CardPlayed
  test_it_is_played_in_the_own_capital_phase_only
    whi.capital.opponent-actions: refusal PlayAttachment
test_burning
  test_a_burning_section_cannot_be_healed
    whi.effects.heal: fact EffectFizzled
  test_a_section_burns_when_a_development_leaves_its_zone
    whi.burn.state-check: fact SectionBurned
  test_a_section_whose_damage_reaches_its_hit_points_burns_and_its_damage_is_taken_away
    whi.combat.apply.burn: fact SectionBurned
  test_where_but_one_of_them_loses_the_other_wins
    whi.win.immediate: fact GameEnded
test_capital_phase
  test_a_quest_goes_to_the_quest_zone_unasked
    whi.types.quest: fact CardEntered
  test_a_second_copy_that_is_turned_faceup_goes_to_the_discard_pile
    whi.unique.facedown: fact CardLeft
  test_an_attachment_falls_to_its_owners_pile_when_its_host_leaves_play
    whi.types.attachment-falls: fact CardLeft
  test_any_number_of_cards_are_played_that_can_be_paid_for
    whi.capital: fact PhaseBegan
  test_only_cards_in_the_own_hand_are_played
    whi.capital.only-phase-to-deploy: refusal PlayUnit
  test_what_is_due_goes_to_the_pool
    whi.capital.pay: fact ResourcesPaid
test_chains
  test_a_second_copy_of_a_unique_card_on_the_chain_goes_to_the_discard_pile
    whi.chain.permanent-illegal: fact CardRefused
  test_after_an_action_the_other_player_is_asked_before_it_resolves
    whi.chain: fact Asked
    whi.types.tactic: fact TacticPlayed
  test_what_triggers_while_a_chain_resolves_happens_in_between
    whi.chain.no-adding-while-resolving: refusal PlayDevelopment
  test_what_was_declined_while_a_chain_was_open_does_not_count_for_the_window
    whi.chain.priority: fact Passed
test_combat
  test_a_counterstrike_finds_no_target_when_the_attackers_are_gone
    whi.combat.attackers-gone: fact EffectFizzled
  test_a_second_attack_in_the_phase_is_refused
    whi.combat.one-attack: refusal DeclareTarget
  test_after_the_damage_there_is_a_last_window_and_then_the_phase_ends
    whi.combat.apply.window: fact WindowOpened
  test_an_attack_has_five_steps_with_a_window_after_each
    whi.combat: fact ScriptBegan
  test_only_units_of_the_own_battlefield_attack
    whi.combat.attackers: fact AttackersDeclared
  test_the_active_player_may_attack_any_zone_of_the_opponent_or_none
    whi.battlefield: fact PhaseBegan
    whi.combat.target: fact AttackDeclared
  test_the_damage_is_the_power_of_all_who_take_part
    whi.combat.count-damage: fact DamageCounted
  test_the_next_step_begins_only_when_both_have_declined_in_succession
    whi.combat.window-each-step: fact WindowOpened
  test_where_no_unit_stands_in_the_attacked_zone_nobody_is_asked_for_defenders
    whi.combat.defenders: fact DefendersDeclared
test_contents_in_play
  test_cannot_is_right_against_what_permits
    whi.cannot.absolute: fact EffectFizzled
  test_cards_refer_to_traits
    whi.card.night-goblins: fact EffectTriggered
test_corruption
  test_a_card_that_is_corrupted_as_a_cost_is_so_before_any_response
    whi.card.dark-zealot: fact ResourcesGained
    whi.corrupt.as-cost: fact UnitCorrupted
    whi.corrupt.no-cost: refusal UseAction
test_costs
  test_a_forced_effect_may_be_let_go_where_every_target_costs_and_is_where_none_can_be_paid_for
    whi.cost.extra-for-target: fact EffectFizzled
  test_example_chris_plays_thyrus_gorman_for_four
    whi.capital.choose-zone: fact CardPlayed
  test_loyalty_icons_without_a_symbol_are_paid_for
    whi.card.loyalty-icons: fact ResourcesPaid
  test_loyalty_is_due_for_units_supports_and_quests_alike
    whi.quest.play: fact CardPlayed
  test_the_printed_cost_is_paid_before_loyalty
    whi.card.cost: fact ResourcesPaid
  test_what_is_reduced_is_the_printed_cost_and_not_loyalty
    whi.cost.reduction-floor: fact ResourcesPaid
test_damage
  test_a_unit_without_hit_points_is_destroyed_although_it_has_no_damage
    whi.damage.zero-hp: fact CardLeft
  test_damage_of_a_counterstrike_is_applied_at_once
    whi.damage.counterstrike-exception: fact DamageApplied
  test_damage_of_an_effect_is_assigned_and_then_applied_so_that_toughness_helps
    whi.kw.toughness: fact DamageCancelled
test_developments
  test_a_development_gives_a_hit_point_to_the_section_of_its_zone_alone
    whi.development.hp: fact DevelopmentPlaced
  test_an_owner_targets_an_exact_card
    whi.development.rearrange: fact DevelopmentsTargeted
  test_only_the_active_player_places_one_from_the_own_hand_into_an_own_zone
    whi.development.one-per-turn: fact DevelopmentPlayed
test_draft
  test_a_draft_format_card_is_revealed_and_goes_to_no_deck
    whi.draft.format.reveal: fact FormatCardTaken
  test_a_draft_format_card_that_is_added_is_revealed_and_takes_effect_and_nothing_replaces_it
    whi.draft.format.reinforcements: fact CardAdded
  test_a_pile_is_all_cards_of_its_side_and_its_three_treaties
    whi.draft: fact Drew
    whi.draft.piles: fact DraftPileMade
    whi.draft.sides: fact SideChosen
  test_a_sabotage_is_kept_and_given_up_for_one_more_card_of_a_counterdraft
    whi.card.sabotage: fact ScriptBegan
    whi.draft.format.sabotage: fact SabotageKept
  test_after_five_packs_the_picked_cards_are_the_decks
    whi.draft.five-packs: fact DeckMade
  test_cut_supply_lines_shrink_the_opponents_later_packs_and_add_up
    whi.card.cut-supply-lines: fact ScriptBegan
    whi.draft.format.cut-supply: fact SuppliesCut
  test_each_player_takes_fifteen_cards_that_no_other_sees
    whi.draft.pack: fact PackCardSeen
    whi.draft.round: fact Drew
  test_each_takes_a_card_out_of_the_opponents_pack_and_both_are_revealed
    whi.draft.counterdraft: fact CardTakenOut
  test_each_takes_two_cards_of_the_own_pack_facedown_and_both_at_once
    whi.draft.pick-two: fact CardPicked
  test_of_a_pack_with_a_single_card_its_owner_takes_that_one
    whi.draft.short-pack: fact EffectFizzled
  test_reinforcements_add_one_of_the_top_five_cards_and_put_the_rest_under_the_pile
    whi.card.reinforcements: refusal AddToDeck
  test_shifting_tides_shuffles_the_pack_into_its_pile_and_makes_another_of_as_many_cards
    whi.card.shifting-tides: fact Drew
    whi.draft.format.shifting-tides: fact PackCardSeen
  test_the_packs_are_exchanged_and_each_sees_what_is_left_of_the_others
    whi.draft.exchange: fact PackCardShown
  test_what_is_left_of_a_pack_is_discarded_and_a_new_one_is_made
    whi.draft.pack-end: fact PackDiscarded
test_each_player
  test_that_the_first_takes_the_damage_is_seen
    whi.card.doom-divers: fact EffectTriggered
    whi.effects.each-player: fact ChoiceMade
  test_the_unit_that_the_first_gives_up_is_seen
    whi.card.bloodthirster: fact EffectTriggered
  test_where_the_first_spreads_indirect_damage_is_seen
    whi.card.followers-of-mork: fact EffectTriggered
test_examples
  test_a_starter_deck_and_ten_neutral_cards_are_fifty
    whi.setup.starter.neutrals: fact NeutralsDealt
test_keywords
  test_a_unit_with_counterstrike_strikes_one_attacker_as_it_is_declared_to_defend
    whi.kw.counterstrike.single-target: refusal ChooseUnit
  test_uncancellable_damage_is_not_cancelled_by_toughness
    whi.kw.toughness.uncancellable: fact EffectFizzled
test_leaving
  test_a_unit_stays_where_its_destination_has_become_illegal
    whi.hero.one-per-zone: fact EffectFizzled
test_legal_moves_1
  test_what_is_legal_in_the_setup
    whi.setup.mulligan: fact CardDrawn
test_legal_moves_2
  test_13_counterstrikes
    whi.kw.counterstrike: fact EffectTriggered
  test_14_where_the_warrior_priests_may_redirect_a_point
    whi.damage.redirect: fact Asked
  test_17_the_window_after_assigning
    whi.combat.assign.window: fact WindowOpened
  test_3_no_attacker_is_able
    whi.corrupt.no-combat: fact EffectFizzled
test_nothing_moves
  test_indirect_damage_that_has_no_room_is_lost
    whi.damage.indirect: fact EffectFizzled
test_prices
  test_a_tax_is_a_part_of_its_card
    whi.card.master-rune-of-dismay: fact ResourcesPaid
  test_symbols_to_spare_are_not_taken_off
    whi.loyalty.formula: fact ResourcesPaid
  test_what_a_text_asks_for_is_a_part_of_its_card
    whi.chain.costs-up-front: fact ResourcesPaid
  test_x_is_a_part
    whi.cost.x: fact ResourcesPaid
test_quests
  test_a_unit_is_played_from_the_hand_onto_a_quest
    whi.quest.send: fact CardPlayed
  test_a_unit_that_moves_to_another_zone_leaves_its_quest_and_the_tokens_go
    whi.quest.unit-moves: fact QuestAbandoned
  test_a_unit_whose_quest_was_taken_meanwhile_enters_beside_it
    whi.quest.one-unit: fact EffectFizzled
test_setup
  test_a_board_that_the_set_lacks_cannot_be_chosen
    whi.components.capitals: refusal PlaceCapital
  test_a_deck_has_no_cards_that_are_bound_to_the_other_side
    whi.components.cards: refusal SubmitDeck
    whi.kw.destruction-only: refusal SubmitDeck
    whi.kw.order-only: refusal SubmitDeck
  test_a_deck_has_three_copies_of_a_title_at_most_though_the_box_has_fewer
    whi.deck.three-copies: refusal SubmitDeck
  test_both_bring_decks_of_fifty_to_a_hundred_cards_sealed
    whi.deck.size: fact DeckMade
  test_decks_that_the_setup_names_are_brought_without_asking
    whi.setup.first-player: fact FirstPlayerChosen
  test_each_draws_seven_cards_that_only_they_see
    whi.setup.hand: fact CardDrawn
  test_each_places_a_board_of_the_decks_side_both_at_once
    whi.setup.capital: fact CapitalPlaced
    whi.setup.capital-side: refusal PlaceCapital
  test_each_player_takes_a_starter_that_is_still_there
    whi.setup.starter.choose: fact DeckMade
  test_each_side_has_an_offer_of_its_own
    whi.setup: fact ScriptBegan
  test_no_draft_card_is_there_but_in_a_draft
    whi.deck.no-draft-cards: refusal SubmitDeck
  test_races_of_one_side_may_be_mixed_and_those_of_both_may_not
    whi.deck.one-side: refusal SubmitDeck
  test_the_neutral_cards_are_shuffled_into_a_deck_of_fifty
    whi.setup.shuffle: fact DeckShuffled
test_subjects
  test_what_is_done_once_a_turn_is_told_of_each_other_card
    whi.kw.limited: refusal PlaySupport
test_triggers
  test_a_forced_effect_happens_unasked
    whi.turn.end: fact PhaseBegan
  test_an_effect_whose_card_has_left_is_no_choice_any_more
    whi.forced.lapsed: fact EffectLapsed
  test_the_controller_chooses_among_the_legal_targets_and_has_to
    whi.zone.corresponding-each: refusal ChooseTarget
  test_the_texts_of_two_equal_units_are_asked_for_in_order_for_either_may_be_gone_before_its_turn
    whi.card.dwarf-ranger: fact EffectTriggered
  test_two_attachments_on_one_unit_are_equal_and_on_two_units_they_are_not
    whi.forced.order: fact EffectBegan
test_turn
  test_a_position_may_begin_with_an_attack
    whi.combat.no-attackers: fact EffectFizzled
    whi.entry.combat: fact PhaseBegan
  test_a_position_that_begins_with_a_phase_is_in_no_first_turn_unless_it_says_so
    whi.entry.phase: fact ScriptBegan
    whi.turn.first-turn-penalty: fact EffectFizzled
  test_a_turns_beginning_is_that_of_the_active_player_only
    whi.turn.alternate: fact ScriptBegan
  test_after_the_setup_the_first_player_begins_the_first_turn
    whi.game: fact ScriptBegan
  test_as_many_cards_are_drawn_as_the_quest_zone_has_power_and_a_window_opens
    whi.quest-phase: fact PhaseBegan
    whi.quest-phase.window: fact WindowOpened
  test_as_many_resources_are_collected_as_the_kingdom_has_power
    whi.kingdom.return-resources: fact ResourcesReturned
  test_nobody_is_asked_about_restoring_without_an_own_corrupted_unit
    whi.kingdom.restore-one: fact EffectFizzled
  test_nothing_is_accepted_after_a_player_has_given_up
    whi.concede: fact GameEnded
  test_nothing_more_is_drawn_from_a_deck_that_has_run_out_and_the_other_player_wins
    whi.deckout.immediate: fact GameEnded
  test_one_effect_that_empties_both_decks_is_a_draw
    whi.card.will-of-tzeentch: fact CardDrawn
    whi.deckout.both: fact GameEnded
  test_phases_come_in_their_order
    whi.turn: fact TurnBegan
  test_the_kingdom_phase_returns_restores_collects_and_opens_a_window
    whi.kingdom: fact PhaseBegan
    whi.kingdom.window: fact WindowOpened
  test_two_sections_that_burn_lose_whoever_set_them_on_fire
    whi.entry.turn: fact ScriptBegan
  test_what_follows_the_battlefield_phase
    whi.turn.handover: fact TurnEnded
  test_who_draws_the_last_card_has_lost_before_any_window
    whi.quest-phase.draw: fact CardDrawn
test_view
  test_between_windows_none_is_open
    whi.window: fact Answered
  test_cards_of_a_deck_that_are_looked_at_are_seen_by_who_looks
    whi.card.dwarf-cannon-crew: fact DeckCardSeen
test_what_is_cited
  test_each_window_opens_under_the_rule_that_has_it
    whi.combat.no-attack-window: fact WindowOpened
test_windows
  test_a_window_closes_when_both_decline_one_directly_after_the_other
    whi.window.consecutive-pass: fact Passed
  test_nobody_acts_between_the_return_of_resources_and_collecting
    whi.action.optional: refusal UseAction
"""
"""A module of tests; below it its tests, each a line of play; below each the rules for which it stands."""
