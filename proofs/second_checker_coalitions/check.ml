(* check FILE...: checks certificates of values by coalition, by docs/coalition-certificates.md
   alone. What is printed: proofs/second_checker_shared/verdict.ml. *)
open Board open Ruleset open Game
(* A demand on an item: that it is absent, or there, and of (i, j, most) that the passes of player i
   since then, less those of player j, are at most so many. *)
type demand = Absent | There of (int * int * int) list
type about = { members : set; held : bool; payoff : payoff }
type node = { state : state; about : about; bound : int; demands : (item * demand) list }
let allows demand passes = match demand with Absent -> false
  | There pairs -> List.for_all (fun (i, j, most) -> passes.(i) - passes.(j) <= most) pairs
let allows_none demand = allows demand [| 0; 0; 0; 0 |]
(* With one more demand (G21). *)
let add demands (item, demand) = match (List.assoc_opt item demands, demand) with
  | None, _ -> (item, demand) :: demands | Some Absent, Absent -> demands
  | Some (There pairs), There more ->
      (item, There (List.sort_uniq compare (pairs @ more))) :: List.remove_assoc item demands
  | _ -> refuse "G21"
(* The demand before a play, of one on passes after it. *)
let before { by; counts; _ } = function
  | There pairs when counts -> let one k = Bool.to_int (k = by) in
      There (List.map (fun (i, j, most) -> (i, j, most - one i + one j)) pairs)
  | demand -> demand
let good { held; _ } bound worth = if held then worth <= bound else worth >= bound
(* The certificate's nodes so far, and which of them are referred to. *)
type checking = { rules : rules; nodes : node array; used : bool array }
let check_end rules about bound stones why =
  require (good about bound (worth rules stones about.members about.payoff)) why
(* The child, if it is about the state and says as much. *)
let child { nodes; used; _ } number state about bound =
  let found = nodes.(number) in used.(number) <- true;
  require (found.state = state && found.about = about) "G13 or G14";
  require (good about bound found.bound) "G15"; found
(* The demands, with those of a reply that bans nobody. *)
let going_on checking step number about bound demands =
  let { demands = asked; _ } = child checking number step.after about bound in
  let made = situation step.after in let carry demands (item, demand) = match item with
    | Encounter one when one = made -> require (allows_none demand) "G16"; demands
    | Anchor one when one = made && step.refreshes -> require (allows_none demand) "G16"; demands
    | Encounter _ when step.refreshes -> require (demand = Absent) "G17"; demands
    | _ -> add demands (item, before step demand) in
  List.fold_left carry (add demands (looks_for step, Absent)) asked
(* The same of one that bans a player: a number of None is the end. *)
let banning checking step player number about bound demands =
  require (has step.after.active player) "G18";
  let order = last_players checking.rules step.after.active step.by in
  let rec pairs later = function [] -> []
    | k :: rest when k = player -> pairs 0 rest
    | k :: rest -> (player, k, later) :: pairs later rest in
  (match (ban checking.rules step player, number) with
  | None, None -> check_end checking.rules about bound step.after.stones "G11"
  | Some state, Some number ->
      let { demands = asked; _ } = child checking number state about bound in
      let holds (item, demand) =
        if List.mem_assoc item (both state) then allows_none demand else demand = Absent in
      require (List.for_all holds asked) "G20"
  | _ -> refuse "G19");
  add demands (looks_for step, before step (There (pairs (-1) order)))
(* The demands with those of a reply, its V, to a play. *)
let reply checking own about bound demands step code =
  let back = code / 5 and player = (code mod 5) - 1 in
  require (back <= own) "G6";
  let number = if back = 0 then None else Some (own - back) in
  if step.ends then begin
    require (number = None && player < 0) "G10";
    check_end checking.rules about bound step.after.stones "G11"; demands
  end
  else if player >= 0 then banning checking step player number about bound demands
  else match number with Some number -> going_on checking step number about bound demands
    | None -> refuse "G12"
let payoffs = [| Points; Margin; Rank |]
let limit = 20_000
let read_bound body = let code = Certificate.number body in
  let bound = if code land 1 = 0 then code / 2 else -(code / 2) - 1 in
  require (abs bound <= limit) "the bound"; bound
let read_stones { board; players; _ } body =
  let stones = Array.make players 0 in
  for k = 0 to players - 1 do
    let set = Certificate.number body in
    require (set land lnot (board.all land lnot (occupied stones)) = 0) "G5";
    stones.(k) <- set done; stones
(* The next node, checked. *)
let check_node ({ rules; _ } as checking) body own = let { board; players; _ } = rules in
  let head = Certificate.byte body in let who = Certificate.byte body in
  require (head lsr 5 < 3) "G4"; let stones = read_stones rules body in
  let passes = (head lsr 3) land 3 and mover = head land 3 and all = (1 lsl players) - 1 in
  let state = { stones; mover; active = who land 15; passes } in
  let about = { members = who lsr 4; held = head land 4 <> 0; payoff = payoffs.(head lsr 5) } in
  let bound = read_bound body in let { active; _ } = state and { members; held; _ } = about in
  let may_arise = active land lnot all = 0 && has active mover && passes < count active in
  require may_arise "a state that cannot arise";
  require (Header.lives board stones) "a chain without a liberty";
  require (members <> 0 && members land lnot all = 0) "no coalition";
  let reply demands step = let code = Certificate.number body in
    reply checking own about bound demands step code in
  let demands =
    if has members mover <> held then begin
      let number = Certificate.number body in require (number <= board.size + 1) "G8";
      match play rules state number with
      | Some step -> reply [] step | None -> refuse "G8" end
    else begin
      let plays = List.filter_map (play rules state) (numbers (board.size + 2)) in
      require (Certificate.number body = List.length plays) "G9";
      List.fold_left reply [] plays end in
  let own_item = Encounter (situation state) in
  let stays (item, demand) = item <> own_item || (require (allows_none demand) "G22"; false) in
  { state; about; bound; demands = List.filter stays demands }
let check_nodes rules number body =
  let none = { stones = [||]; mover = 0; active = 0; passes = 0 } in
  let about = { members = 0; held = false; payoff = Points } in
  require (number <= body.Certificate.stop - body.at) "a node has a byte or more";
  let nodes = Array.make number { state = none; about; bound = 0; demands = [] } in
  let checking = { rules; nodes; used = Array.make number false } in
  for own = 0 to number - 1 do nodes.(own) <- check_node checking body own done;
  require (body.at = body.stop) "bytes after the last node"; checking
type ground = Node of int | Rules | Most
(* The play of a claim, if it is on one, what it is about, the number and what it rests on. *)
let claim board players words =
  let play, words = match words with | "root" :: rest -> (None, rest)
    | "play" :: text :: rest -> (Some (Certificate.play board text), rest)
    | _ -> refuse "a claim is on the root or on a play" in
  match words with
  | names :: "gets" :: sign :: number :: payoff :: rest ->
      let list = List.map (Header.player players) (String.split_on_char ',' names) in
      require (list = List.sort_uniq compare list) "G2";
      let members = List.fold_left (fun set k -> set lor (1 lsl k)) 0 list in
      let held = match sign with ">=" -> false | "<=" -> true | _ -> refuse "G2" in
      let payoff = match payoff with "points" -> Points | "margin" -> Margin | "rank" -> Rank
        | _ -> refuse "G2" in
      let ground = match rest with [ "rules" ] -> Rules | [ "most" ] -> Most
        | [ "node"; node; "map"; "0" ] -> Node (Certificate.whole node)
        | _ -> refuse "G3" in
      let number = Certificate.whole number ~least:(-limit) ~most:limit in
      (play, { members; held; payoff }, number, ground)
  | _ -> refuse "G1"
let check_claim { rules; nodes; used } root (play, about, number, ground) =
  let game = Option.fold ~none:root ~some:(go_on rules root) play in
  let { now; over; items } = game and others = rules.players - count about.members in
  match ground with
  | Most -> let points = rules.board.size in let least, most = match about.payoff with
        | Points -> (0, points) | Margin -> (-points, points) | Rank -> (-others, others) in
      require (if about.held then number >= most else number <= least) "G23"
  | Rules -> require over "G24";
      check_end rules about number now.stones "G25"
  | Node node -> require (not over) "the game is over";
      require (node < Array.length nodes) "G26"; used.(node) <- true;
      require (nodes.(node).state = now && nodes.(node).about = about) "G27 or G28";
      require (good about number nodes.(node).bound) "G29";
      let holds (item, demand) = match List.assoc_opt item items with
        | None -> demand = Absent | Some passes -> allows demand passes in
      require (List.for_all holds nodes.(node).demands) "G30"
let known = [ ("refresh", [ "yes"; "no" ]); ("suicide", [ "no"; "multi"; "yes" ]);
  ("scoring", [ "area"; "stone" ]); ("players", [ "2"; "3"; "4" ]); ("alliance", [ "yes"; "no" ]);
  ("tally", [ "normal"; "all" ]) ]
let check text =
  let players values = int_of_string (List.assoc "players" values) in
  let header = Header.read text ~family:"kee2013" ~known ~players in
  if header.contents <> "coalition-nodes" then raise (Unknown header.contents);
  require (header.version = 1) "G1";
  let { Header.board; players; start = stones; mover; moves; number; body; _ } = header in
  let suicide = Header.value header "suicide" in
  let is field value = Header.value header field = value in
  let rules = { board; players; suicide; refreshing = is "refresh" "yes";
      stones_alone = is "scoring" "stone"; alliance = is "alliance" "yes";
      all_count = is "tally" "all" } in
  let claims = List.map (claim board players) header.claims in
  let checking = check_nodes rules number body in
  let start = start { stones; mover; active = (1 lsl players) - 1; passes = 0 } in
  let root = List.fold_left (go_on rules) start moves in
  List.iter (check_claim checking root) claims;
  require (Array.for_all Fun.id checking.used) "G7";
  List.length claims
let () = Verdict.main check
