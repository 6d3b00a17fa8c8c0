"""For each property a change of one line of the rules that breaks it: (file, what stands there, what is put there)."""

FAULTS = {
    "only_enemies_attacked": (
        "targeting.lp",
        "target_barred(A, W, X, L, stealth(X), T) :- candidate(A, W, X, L, T), stealthy(X, T)",
        "target_barred(A, W, X, L, stealth(X), T) :- candidate(A, W, X, L, T), stealthy(X, T), warded(X, T)",
    ),
    "failed_declaration": (
        "attack.lp",
        "    reading(retry_declaration, no, T).",
        "    reading(retry_declaration, no, T), L = none.",
    ),
    "triggers_once": (
        "storyline.lp",
        "terminated(pending(S, K, P, D), T) :- resolves(S, K, P, T), front(D, T).",
        "terminated(pending(S, K, P, D), T) :- resolves(S, K, P, T), front(D, T), disabled(S, T).",
    ),
    "site_defended": (
        "defend.lp",
        "initiated(removed(site(N)), T) :- joins(U, T), holds(target(site(N)), T).",
        "",
    ),
    "site_struck": (
        "attack.lp",
        "_target_stays(X, T) :- _still_legal(X, T), not holds(removed(X), T).",
        "_target_stays(X, T) :- _still_legal(X, T).",
    ),
    "target_leaves": (
        "defend.lp",
        "initiated(removed(X), T) :- _choice(leaves, T),",
        "initiated(removed(X), T) :- _choice(_, T),",
    ),
    "one_defender": ("defend.lp", "initiated(tapped(U), T) :- defends(U, T).", ""),
    "defender_in_fight": (
        "attack.lp",
        "_legal_defender(U, T) :- closes(T), holds(joined(U), T), attack_location(L, T), occupies(U, L, T),",
        "_legal_defender(U, T) :- closes(T), holds(joined(U), T), attack_location(L, T), occupies(U, _, T),",
    ),
    "stealth_undefended": (
        "defend.lp",
        "    reading(stealth_when, each_defend, T).",
        "    reading(stealth_when, each_defend, T), warded(A, T).",
    ),
    "avatars_enter_surfaces": (
        "movement.lp",
        "needs(R, K), has(U, K, T), not bound_off(U, L, T), minion(U, T).",
        "needs(R, K), has(U, K, T), not bound_off(U, L, T).",
    ),
    "minions_live": (
        "units.lp",
        "region_of(L, R, T), needs(R, K), not _lives_in(U, R, T),",
        "region_of(L, R, T), needs(R, K), not _lives_in(U, R, T), R != void,",
    ),
    "strike_sums": (
        "fight.lp",
        "lances(U, M, T),\n    reading(lance_split, in_the_total, T).",
        "lances(U, M, T), M = 0,\n    reading(lance_split, in_the_total, T).",
    ),
    "strikes_once": (
        "fight.lp",
        "_strikes(U, T) :- opposite(U, _, T), not disabled(U, T), not holds(has_struck(U), T).",
        "_strikes(U, T) :- opposite(U, _, T), not disabled(U, T).",
    ),
    "stealth_kept": (
        "fight.lp",
        "terminated(stealth(U), T) :- occurs(strike, T), striker(U, _, T),",
        "terminated(stealth(U), T) :- occurs(pass(_), T), holds(attacker(U), T),",
    ),
    "non_active_first": (
        "storyline.lp",
        "waits(P, T) :- front(D, T), holds(active(P), T), pending_live(_, _, P', D, T), P' != P.",
        "",
    ),
    "reasons_complete": (
        "targeting.lp",
        "has(A, cant_attack_units, T), unit(X, T),",
        "has(A, cant_attack_units, T),",
    ),
    "always_an_event": (
        "defend.lp",
        "passable(P, T) :- phase(window, T), attacker_side(P', T), opponent(P', P).",
        "",
    ),
    "every_line_ends": ("defend.lp", "initiated(tapped(U), T) :- defends(U, T).", ""),
    "one_next_position": (
        "transition.lp",
        "terminated(at(U, L), T) :- _leaves(U, T), place(U, L, T), not _comes(U, L, T).",
        "",
    ),
    "stealth_never_helps": (
        "targeting.lp",
        "target_legal(A, W, X, L, T) :- considered(A, W, T), candidate(A, W, X, L, T), not target_barred(A, W, X, L, _, T).",
        "target_legal(A, W, X, L, T) :- considered(A, W, T), candidate(A, W, X, L, T), not target_barred(A, W, X, L, _, T) : not stealthy(X, T).",
    ),
    "mirror_images": (
        "realm.lp",
        "neighbour(N, N-1) :- column(N, C), C > 0, square(N-1).",
        "neighbour(N, N-1) :- column(N, C), C > 1, square(N-1).",
    ),
    "exchanged_players": (
        "defend.lp",
        "defend_barred(U, not_enemy(U, A), T) :- asks_defend(U, T), attacker_side(P, T), controls(P, U, T), holds(attacker(A), T).",
        "defend_barred(U, not_enemy(U, A), T) :- asks_defend(U, T), attacker_side(P, T), controls(P, U, T), holds(attacker(A), T), P = north.",
    ),
    "window_opens": (
        "phases.lp",
        "phase(window, T) :- attack_on(T), holds(stage(triggers), T), not phase(triggers, T).",
        "phase(window, T) :- attack_on(T), holds(stage(triggers), T).",
    ),
    "not_attacked": (
        "defend.lp",
        "initiated(joined(U), T) :- joins(U, T).",
        "initiated((joined(U);attacked(U)), T) :- joins(U, T).",
    ),
    "next_defender": ("defend.lp", "initiated(stage(window), T) :- occurs(original(_, _), T).", ""),
    "window_closed": ("attack.lp", "terminated(stage(S), T) :- closes(T), holds(stage(S), T).", ""),
    "range_agrees": (
        "movement.lp",
        "able_at(U, K, W, T) :- has(U, K, T), _moves_with(K), node(U, W, T), not bound_off(U, W, T).",
        "able_at(U, K, W, T) :- able(U, K, T), _moves_with(K), node(U, W, T).",
    ),
    "golem_attacks": (
        "cards/alpha/crave_golem.lp",
        "exempt(G, X, stealth, T) :- _golem(G, T), minion(X, T), reading(golem_allied_stealth, only_from_opponents, T),\n"
        "    controls(P, G, T), controls(P, X, T).",
        "exempt(G, X, stealth, T) :- _golem(G, T), minion(X, T), reading(golem_allied_stealth, only_from_opponents, T).",
    ),
}
