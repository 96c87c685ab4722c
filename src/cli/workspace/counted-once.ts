import type { Plugin } from 'vite'

/** The expressions of all rows of a collection, whose values are the same for each of its rows. */
const counts = [
  [
    "[\n            ...state.collection\n        ].filter((row)=>row.level === 0 && row.type === 'item').length",
    'countedOnce(state.collection).roots',
  ],
  ['let nodes = [\n            ...collection\n        ];', ''],
  ["nodes.find((node)=>node.type === 'section')", 'countedOnce(collection).hasSections'],
] as const

const countedOnce = `
const known = new WeakMap();
function countedOnce(collection) {
  let counted = known.get(collection);
  if (!counted) {
    counted = { roots: 0, hasSections: false };
    for (const { level, type } of collection) {
      if (type === 'section') counted.hasSections = true;
      if (level === 0 && type === 'item') counted.roots++;
    }
    known.set(collection, counted);
  }
  return counted;
}
`

/**
 * Makes React Aria go through the rows of a list once for each collection, which never changes, instead of twice for each row at each
 * rendering: with 10,000 rows that took 100 ms and more. Fails the build when a new version of it is written differently.
 */
export const countingOnce = (): Plugin => ({
  name: 'workspace-counting-once',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/gridlist\/useGridListItem\.mjs$/.test(id)) return undefined
    return counts.reduce((changed, [each, once]) => {
      if (!changed.includes(each))
        this.error(`React Aria does not have ${each} any more: look at ${import.meta.filename}`)
      return changed.replace(each, once)
    }, code + countedOnce)
  },
})
