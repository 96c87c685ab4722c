import { readFileSync } from 'node:fs'

export interface IconShape {
  readonly width: number
  readonly height: number
  /** The outline, as the `d` of a path in SVG. */
  readonly path: string
}

interface IconFile {
  /** The width, the height and the path of each icon, by its name. */
  readonly icons: Readonly<Record<string, string>>
  /** Further names of icons. */
  readonly aliases: Readonly<Record<string, string>>
}

let file: IconFile | undefined

/** Reads the shapes when a page needs the first. They are not part of what every start loads. */
const icons = (): IconFile => {
  file ??= JSON.parse(readFileSync(new URL('./icons.json', import.meta.url), 'utf8')) as IconFile
  return file
}

/** An empty diamond, which replaces an icon that is not in the set, such as one that Font Awesome sells. */
const unknownIcon: IconShape = {
  width: 512,
  height: 512,
  path: 'M256 32 480 256 256 480 32 256zM256 89 89 256 256 423 423 256z',
}

/** Returns the shape of an icon by its name, with or without the `fa-` of its class. */
export function iconShape(name: string): IconShape {
  const plain = name.replace(/^fa-/, '')
  const { icons: shapes, aliases } = icons()
  const known = Object.hasOwn(aliases, plain) ? (aliases[plain] as string) : plain
  const shape = Object.hasOwn(shapes, known) ? shapes[known] : undefined
  const [, width, height, path] = /^(\d+) (\d+) (.*)$/.exec(shape ?? '') ?? []
  return path === undefined ? unknownIcon : { width: Number(width), height: Number(height), path }
}

/** Returns the name of an icon as words, for those who do not see it. */
export const iconLabel = (name: string): string => name.replace(/^fa-/, '').replaceAll('-', ' ')
