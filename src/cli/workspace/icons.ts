import type { Plugin } from 'vite'
import { iconShape } from '../../icons/icons.ts'

const prefix = 'icon:'

/** Icons that point to where the text goes, or show lines of it. */
const mirrored = new Set([
  'arrow-right',
  'arrow-rotate-left',
  'arrow-rotate-right',
  'arrow-up-right-from-square',
  'chevron-right',
  'list-ol',
  'list-ul',
  'quote-left',
])

/** Makes a module of each icon that is imported, such as `icon:trash`, from the set that sites use. */
export const icons = (): Plugin => ({
  name: 'workspace-icons',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load: (id) => {
    if (!id.startsWith(`\0${prefix}`)) return undefined
    const name = id.slice(prefix.length + 1)
    const shape = { ...iconShape(name), ...(mirrored.has(name) && { isMirrored: true }) }
    return `export default ${JSON.stringify(shape)}`
  },
})
