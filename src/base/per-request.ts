import { contextCacheSymbol } from '@pothos/core'
import { getOrCreate } from './get-or-create.ts'

/** Returns a function that creates its value once per request, shared by all contexts of the request. */
export function createdPerRequest<
  Context extends { readonly [contextCacheSymbol]?: Context },
  Value extends object,
>(create: (context: Context) => Value): (context: Context) => Value {
  const values = new WeakMap<Context, Value>()
  return (context) => {
    const request = context[contextCacheSymbol] ?? context
    return getOrCreate(values, request, () => create(request))
  }
}
