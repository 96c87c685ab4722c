import type { Config } from '../../base/config.ts'

const folder = '/organization-logos/'

/** Returns an uploaded logo as organizations have it: its path, because the server may get another address. */
export const uploadedLogo = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  `${folder}${id}/${encodeURIComponent(name)}`

/** Returns the id of the logo that a path names. Its file name is only there for those who read it or save the picture. */
export const uploadedLogoId = (path: string): string | undefined =>
  /^\/organization-logos\/([a-z0-9]+)\/[^/?]*(?:\?|$)/.exec(path)?.[1]

/** Returns the address of a logo, which is a path only if it was uploaded. */
export const logoAddress = ({ baseUrl }: Pick<Config, 'baseUrl'>, logo: string | null): string | null =>
  logo?.startsWith(folder) ? `${baseUrl}${logo}` : logo

/** Returns a logo as organizations have it, of its address. */
export const storedLogo = ({ baseUrl }: Pick<Config, 'baseUrl'>, address: string): string =>
  address.startsWith(`${baseUrl}${folder}`) ? address.slice(baseUrl.length) : address
