import { registerHooks } from 'node:module'

// A process has one graph, and the other tests of this process have that of Lectern: what the shop imports of the library,
// from here on, is loaded again.
const ownInstance = '?shop'

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const importer = context.parentURL ?? ''
    const isOfShop = importer.includes('/test/graph/shop') || importer.endsWith(ownInstance)
    return isOfShop && /\/src\/graph\/[^?]*$/.test(found.url)
      ? { ...found, url: `${found.url}${ownInstance}` }
      : found
  },
})
