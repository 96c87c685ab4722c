import { useState } from 'react'

/** The value of a field, which somebody types or chooses, as the field takes it. */
interface FieldState<Value> {
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Keeps what is typed or chosen in a field, which is given to it as `<TextField {...title} />`. */
export function useField<Value = string>(initial: Value | (() => Value)): FieldState<Value> {
  const [value, onChange] = useState(initial)
  return { value, onChange }
}
