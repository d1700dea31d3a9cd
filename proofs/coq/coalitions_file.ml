(* Reads certificates of values by coalition (docs/coalition-certificates.md): the header, which has the rules, the start and claims of its
   own kind, and the nodes. What it makes of the nodes is checked, and need not be believed; what it makes of the header must be. *)
open Extracted
open Header

let of_number = Numbers.positive_of
let seats = [| First; Second; Third; Fourth |]
let four f = { of_first = f 0; of_second = f 1; of_third = f 2; of_fourth = f 3 }
let set bits = four (fun k -> bits land (1 lsl k) <> 0)
let stones_of sets = four (fun k -> if k < Array.length sets then n_of sets.(k) else N0)

(* The rules that are told, whose names must fit; and how many players there are. *)
let ruleset_of rows cols name told =
  let choice field values word =
    match String.split_on_char '=' word with
    | [ key; value ] when key = field && List.mem value values -> ((if value = List.hd values then [] else [ word ]), value)
    | _ -> unread ("not the field " ^ field ^ ": " ^ word)
  in
  match told with
  | [ "kee2013"; refresh; suicide; scoring; players; alliance; tally ] ->
      let refresh = choice "refresh" [ "yes"; "no" ] refresh in
      let suicide = choice "suicide" [ "no"; "multi"; "yes" ] suicide in
      let scoring = choice "scoring" [ "area"; "stone" ] scoring in
      let players = choice "players" [ "2"; "3"; "4" ] players in
      let alliance = choice "alliance" [ "yes"; "no" ] alliance in
      let tally = choice "tally" [ "normal"; "all" ] tally in
      let changed = List.concat_map fst [ refresh; suicide; scoring; players; alliance; tally ] in
      if name <> String.concat "," ("kee2013" :: changed) then unread ("another name than that of the fields: " ^ name);
      let count = int_of_string (snd players) in
      ( { on = make_rectangle (Numbers.nat_of rows) (Numbers.nat_of cols);
          playing = set ((1 lsl count) - 1);
          refreshing = snd refresh = "yes";
          suicides = (match snd suicide with "no" -> No_suicide | "multi" -> Several_stones | _ -> Any_suicide);
          stones_alone = snd scoring = "stone";
          allied = snd alliance = "yes";
          tally_all = snd tally = "all" },
        count )
  | _ -> unread (String.concat " " ("no rules of this checker:" :: told))

(* A player, as the number of his name. *)
let player players name =
  match List.find_opt (fun k -> List.nth [ "black"; "white"; "third"; "fourth" ] k = name) (List.init players Fun.id) with
  | Some k -> k
  | None -> unread ("no player: " ^ name)

(* What each player has on the start, as sets of points. *)
let stones rows cols players text =
  let lines = String.split_on_char '/' text in
  if List.map String.length lines <> List.init rows (fun _ -> cols) then unread "the rows of the start";
  let cells = String.concat "" lines and known = String.sub "XO#@" 0 players in
  String.iter (fun c -> if c <> '.' && not (String.contains known c) then unread "what stands on a point?") cells;
  let of_cell cell =
    let found = ref 0 in
    String.iteri (fun p c -> if c = cell then found := !found lor (1 lsl p)) cells;
    !found
  in
  Array.init players (fun k -> of_cell known.[k])

type claim = {
  own : Header.play list; (* the claim's play, if it is about one *)
  about : about;
  least : int; (* or at most *)
  rests_on : Extracted.ground;
  line : string;
}

let about_of players names sign payoff =
  let list = List.map (player players) (String.split_on_char ',' names) in
  require (list = List.sort_uniq compare list) ("members: " ^ names);
  let held = match sign with ">=" -> false | "<=" -> true | _ -> refuse ("a sign: " ^ sign) in
  let kind = match payoff with "points" -> Points | "margin" -> Margin | "rank" -> Rank | _ -> refuse ("a payoff: " ^ payoff) in
  { members = set (List.fold_left (fun bits k -> bits lor (1 lsl k)) 0 list); held; payoff_kind = kind }

let claim_of rows cols players words =
  let line = String.concat " " words in
  let own, rest = Header_words.claim_play rows cols words in
  match rest with
  | names :: "gets" :: sign :: bound :: payoff :: rest ->
      let rests_on =
        match rest with
        | [ "node"; node; "map"; "0" ] ->
            let node = whole node in
            require (0 <= node && node < 1 lsl 40) line;
            By_node (of_number (node + 1))
        | [ "rules" ] -> By_rules
        | [ "most" ] -> By_most
        | _ -> refuse line
      in
      let least = whole bound in
      require (-20_000 <= least && least <= 20_000) line;
      { own; about = about_of players names sign payoff; least; rests_on; line }
  | _ -> Header_words.not_read words

type file = {
  rules : ruleset;
  points : int;
  players : int;
  start : stones_of;
  mover : seat;
  moves : Header.play list;
  claims : claim list;
  count : int; (* of nodes *)
  body : body;
}

(* The lines of the header, and where the body begins. *)
let rec lines text at found =
  let words, next = Header_words.line text at in
  if List.hd words = "body" then (List.rev (words :: found), next) else lines text next (words :: found)

let is_claim words = List.hd words = "claim"

let read text =
  let header, at = lines text 0 [] in
  let claims = List.filter is_claim header in
  match header with
  | [ "solve-certificate"; "1" ] :: [ "rules"; name ] :: ("fields" :: told) :: [ "board"; board ] :: [ "start"; start; mover ] :: ("moves" :: moves)
    :: rest -> (
      let rows, cols = Header_words.size board in
      if rows < 1 || cols < 1 || cols > 25 || rows > 62 / cols then unread "a board that is too large, or none";
      let rules, players = ruleset_of rows cols name told in
      require (List.length moves <= 10_000) "too many moves";
      match List.filteri (fun i _ -> i >= List.length claims) rest with
      | [ [ "coalition-nodes"; count ]; [ "body"; size ] ] ->
          let size = whole size and count = whole count in
          require (claims <> []) "no claim";
          require (size >= 0 && String.length text = at + size + 8) "the size of the body";
          require (0 <= count && count <= size) "fewer nodes than told";
          let start = stones_of (stones rows cols players start) in
          { rules; points = rows * cols; players; start; mover = seats.(player players mover); moves = List.map (move rows cols) moves;
            claims = List.map (claim_of rows cols players) claims; count; body = { text = String.sub text at size; at = 0 } }
      | _ -> unread "wanted: nodes of coalitions")
  | _ -> unread "not the lines of a header that this reads"

(* ** Nodes *)

let play_of file play =
  if play < file.points then Lay (n_of play)
  else if play = file.points then Pass_on
  else if play = file.points + 1 then Refresh
  else refuse "no play"

(* [used]: which nodes others refer to. *)
let reply file used own =
  let code = number file.body in
  let back = code / 5 and out = code mod 5 in
  require (back <= own) "a child that cannot be";
  if back > 0 then used.(own - back) <- true;
  { gets_out = (if out = 0 then None else Some seats.(out - 1)); child = (if back = 0 then None else Some (of_number (own - back + 1))) }

let read_stones file =
  let all = (1 lsl file.points) - 1 in
  let add (taken, found) _ =
    let own = number file.body in
    require (own land lnot (all land lnot taken) = 0) "stones off the board, or two on a point";
    (taken lor own, own :: found)
  in
  let _, found = List.fold_left add (0, []) (List.init file.players Fun.id) in
  stones_of (Array.of_list (List.rev found))

let node file used own =
  let head = byte file.body in
  let who = byte file.body in
  require (head lsr 5 < 3) "no payoff";
  let stones = read_stones file in
  let code = number file.body in
  let bound = if code land 1 = 0 then code / 2 else -(code / 2) - 1 in
  require (abs bound <= 20_000) "a bound";
  let about = { members = set (who lsr 4); held = head land 4 <> 0; payoff_kind = [| Points; Margin; Rank |].(head lsr 5) } in
  let mover = head land 3 in
  let at = { s_stones = stones; s_mover = seats.(mover); s_active = set (who land 15); s_passes = Numbers.nat_of ((head lsr 3) land 3) } in
  let n_type =
    if who land (16 lsl mover) <> 0 <> about.held then
      let play = play_of file (number file.body) in
      Winners (play, reply file used own)
    else
      let count = number file.body in
      require (count <= file.points + 2) "too many replies";
      let rec some left = if left = 0 then [] else let first = reply file used own in first :: some (left - 1) in
      Losers (some count)
  in
  { n_at = at; n_about = about; n_bound = Numbers.z_of bound; n_type }

(* All nodes, and which of them others refer to. *)
let nodes file =
  let used = Array.make file.count false in
  let rec from own = if own = file.count then [] else let first = node file used own in first :: from (own + 1) in
  let found = from 0 in
  require (file.body.at = String.length file.body.text) "bytes behind the last node";
  (found, used)
