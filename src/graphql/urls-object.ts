import type { FieldMap, InterfaceRef } from '@pothos/core'
import { type AppObject, appAddress } from '../base/app-addresses.ts'
import { builder, type GraphTypes } from './builder.ts'

interface UrlsOptions<Source> {
  readonly description: string
  /** The object as descriptions of its URLs name it, such as `the space`. */
  readonly of: string
  readonly interfaces?: readonly InterfaceRef<GraphTypes, unknown>[]
  /** Returns the path of the object below /v1. */
  readonly location?: (source: Source) => string
  /** Returns what the workspace shows at its address. */
  readonly app?: (source: Source) => AppObject
  /** Declares further URLs. */
  readonly fields?: (t: PothosSchemaTypes.ObjectFieldBuilder<GraphTypes, Source>) => FieldMap
}

/** Creates the type of an object's `urls`: its addresses in the REST API and in the workspace, and others that it has. */
export const urlsObject = <Source>(name: string, options: UrlsOptions<Source>) => {
  const { description, of, interfaces = [], location, app, fields } = options
  return builder.objectRef<Source>(name).implement({
    description,
    interfaces: [...interfaces],
    fields: (t) => ({
      ...(location && {
        location: t.field({
          type: 'URL',
          description: `URL of ${of} in the REST API.`,
          resolve: (source, _args, { config }) => `${config.baseUrl}/v1${location(source as Source)}`,
        }),
      }),
      ...(app && {
        app: t.field({
          type: 'URL',
          description: `URL of ${of} in the workspace.`,
          resolve: (source, _args, { config }) => appAddress(config, app(source as Source)),
        }),
      }),
      ...fields?.(t as PothosSchemaTypes.ObjectFieldBuilder<GraphTypes, Source>),
    }),
  })
}
