(* Checks certificates of strategies from a start under migos with the checker that MigosStrategyChecker.v proves.

   usage: verify-migos FILE...
          verify-migos

   All claims are checked, of first plays and "most" (no board has more), too. Exits with 0: all are accepted; 1: one is refused;
   2: a file is none that this reads. Without a FILE each line of standard input names one, and the last word of a line that is
   printed for it is that number; then exits with 0. The checksum is not looked at. *)
open Extracted
open Header
open Strategies_file

(* With suicide it reads the rules, too, and refuses what rests on a strategy. *)
let own_rules name fields =
  match (name, fields) with
  | "migos", [ "migos"; "suicide=no"; "scoring=area" ] -> Migos { suicide = false }
  | "migos,suicide=multi", [ "migos"; "suicide=multi"; "scoring=area" ] -> Migos { suicide = true }
  | _ -> unread (String.concat " " ("no rules of this checker:" :: name :: fields))

let check text =
  let opened = opened ~rules_of:own_rules ~moves:false text in
  let { header; living; rectangle; board; _ } = opened in
  judge opened ~bars:true
    ~frees:(fun _ -> None)
    ~begins:(fun claim ->
      match claim.plays with
      | [] -> (board, header.first)
      | play :: _ ->
          legal (Option.map (fun (now, _) -> (now.left, now.next_player)) (after_play rectangle board header.first (move_of play))))
    ~holds:(fun { who; plays; _ } (on, turn_of) wanted table ->
      match plays with
      | [] -> migos_strategy_check rectangle living who wanted table { on; turn_of; ko = None }
      | play :: _ -> migos_play_check rectangle living who wanted table board header.first (move_of play))
    ~most:(fun claim wanted ->
      match claim.plays with
      | [] -> most_ok rectangle wanted board
      | play :: _ -> migos_most_play rectangle wanted board header.first (move_of play))

let () = main check
