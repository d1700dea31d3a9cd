import { render } from "preact";
import { Goban } from "@sabaki/shudan";

render(<Goban vertexSize={40} signMap={[[0, 1, 0], [0, 0, -1]]} showCoordinates />, document.getElementById("page"));
