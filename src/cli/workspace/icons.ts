import type { Plugin } from 'vite'
import { iconShape } from '../../icons/icons.ts'

const prefix = 'icon:'

/** Makes a module of each icon that is imported, such as `icon:trash`, from the set that sites use. */
export const icons = (): Plugin => ({
  name: 'workspace-icons',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load: (id) =>
    id.startsWith(`\0${prefix}`)
      ? `export default ${JSON.stringify(iconShape(id.slice(prefix.length + 1)))}`
      : undefined,
})
