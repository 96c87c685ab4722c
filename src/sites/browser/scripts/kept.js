// biome-ignore-all lint/correctness/noUnusedVariables: the parts of the script that it is joined with use them
// What the browser keeps for the next page, if it keeps anything.

const kept = (name) => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
const keep = (name, value) => {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // It lasts as long as the page.
  }
}
