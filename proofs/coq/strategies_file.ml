(* The frame of the programs that check strategies: reads a file, makes the table of each strategy, and has each claim judged
   by functions of the rules. *)
open Extracted
open Header

let colour = function Black -> 0 | White -> 1

type opened = { header : header; living : bool; answered : bool; suicide : bool; rectangle : rectangle; board : board }

(* Reads all but the strategies (versions 1 and, of living ones, 4 of the format, not packed). [moves]: must there be moves
   before the claims? [reads]: are rules of those that the program takes? [named]: rules to be taken in place of its own. *)
let opened ?rules_of ?(reads = fun _ -> true) ?named ~moves text =
  let header = header ?rules_of text in
  if not (reads header.rules) then unread "no theorem here tells of these rules";
  let header = { header with rules = Option.value named ~default:header.rules } in
  let living, answered =
    match (header.version, header.contents) with
    | "1", "strategies" -> (false, false)
    | "1", "answered-strategies" -> (false, true)
    | "4", "living-strategies" -> (true, false)
    | "4", "living-answered-strategies" -> (true, true)
    | _ -> unread "no strategies, or packed ones"
  in
  if moves && header.moves = [] then unread "no moves: this is for verify and verify-plays";
  (match header.rules with
  | Migos _ -> require (header.moves = []) "moves before a strategy"
  | Ko _ | Kee _ | Kee_v6 _ -> if (not moves) && header.moves <> [] then unread "moves: this is for verify-after and verify-kee-v6");
  if header.rows * header.cols > Unfold.most_points then unread "a board that is too large";
  (match header.rules with
  | Kee_v6 _ when not moves -> ()
  | Ko _ | Kee _ | Kee_v6 _ | Migos _ -> require (not answered) "answered strategies are for kee-v6, from a start");
  let suicide = match header.rules with Kee_v6 { suicide } | Migos { suicide } -> suicide | Ko _ | Kee _ -> false in
  let rectangle = rectangle_with suicide (Numbers.nat_of header.rows) (Numbers.nat_of header.cols) in
  { header; living; answered; suicide; rectangle; board = start header rectangle }

let move_of = function Point p -> Stone (n_of p) | Passing -> Pass | Refreshing -> refuse "there is no refreshing pass"

(* Where moves lead, if they do. *)
let legal = function Some now -> now | None -> refuse "moves that the game does not have"

let told_of claim yes more = Printf.printf "%s: %s%s\n%!" claim.told (if yes then "accepted" else "refused") more

(* Are all claims accepted? The strategies are those of the claims that rest on one, in their order. [bars]: must a ko not be
   retaken at once? [frees]: who moves where the opponent's pass frees a ko, if play goes on there. [begins]: where a claim
   begins, a board and who moves. [holds]: what is asked of its table. [most]: is no board worth more? *)
let judge opened ~bars ~frees ~begins ~holds ~most =
  let { rows; cols; body; count; claims; _ } = opened.header in
  let found = Array.of_list (strategies body count) in
  let forced claim replies =
    let began = Sys.time () in
    let now, next = begins claim in
    let rules =
      Unfold.make_rules ~living:opened.living rows cols (colour claim.who) claim.wanted bars opened.suicide
        (match frees claim.who with None -> -1 | Some a -> colour a)
    in
    let first = { Unfold.b = Numbers.of_n now.black; w = Numbers.of_n now.white; mover = colour next; ko = 0 } in
    match Unfold.table rules first replies with
    | exception Unfold.Refused why -> refuse (claim.told ^ ": " ^ why)
    | table, states ->
        Gc.compact ();
        let made = Sys.time () in
        let yes = holds claim (now, next) (Numbers.z_of claim.wanted) table in
        told_of claim yes (Printf.sprintf ": %d states; table %.0f s, check %.0f s" states (made -. began) (Sys.time () -. made));
        yes
  in
  let each next claim =
    require ((not claim.denies) && claim.wanted < outright) ("no finite margin that is forced: " ^ claim.told);
    match claim.ground with
    | Strategy strategy ->
        require (strategy = next && next < Array.length found) "not the next strategy";
        require (forced claim found.(next)) claim.told;
        next + 1
    | Most ->
        let yes = most claim (Numbers.z_of claim.wanted) in
        told_of claim yes "";
        require yes claim.told;
        next
    | Node _ | Rules -> refuse claim.told
  in
  require (List.fold_left each 0 claims = count) "a strategy that nothing rests on";
  (Printf.sprintf "accepted: %d claims" (List.length claims), 0)
