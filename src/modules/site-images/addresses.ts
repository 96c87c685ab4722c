import type { Config } from '../../base/config.ts'

/** The parts of a picture that its address has. */
export interface ImageAddress {
  readonly id: string
  readonly name: string
}

/** Returns the address of a picture. Its name is only there for those who read it or save the picture. */
export const imageAddress = ({ baseUrl }: Pick<Config, 'baseUrl'>, { id, name }: ImageAddress): string =>
  `${baseUrl}/site-images/${id}/${encodeURIComponent(name)}`

/** Returns the id of the picture that an address names, whatever server it is of. */
export const imageIdAt = (url: string): string | undefined =>
  /\/site-images\/([a-z0-9]+)\/[^/]*$/.exec(URL.parse(url)?.pathname ?? '')?.[1]
