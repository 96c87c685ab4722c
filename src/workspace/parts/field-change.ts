import { createContext } from 'react'

/** Tells the form of a field that something else was chosen in it, which no event of the browser says. */
export const FieldChange = createContext<(name: string) => void>(() => undefined)
