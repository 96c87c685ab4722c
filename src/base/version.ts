import packageFile from '../../package.json' with { type: 'json' }

/** The version of Lectern, such as `1.2.3`. */
export const version: string = packageFile.version
