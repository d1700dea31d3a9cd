// What can be taken away: SGF, pictures, JSON, the URL.

export function Export() {
  return null;
}
