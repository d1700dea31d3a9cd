// Certificates: proofs as files.

export function Certificates() {
  return <main class="certificates" id="main"><h1>Certificates</h1></main>;
}
