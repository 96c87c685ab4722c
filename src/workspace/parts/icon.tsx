import styles from './icon.module.css'

/** The outline of an icon, as `import trash from 'icon:trash'` gives it. */
export interface IconShape {
  readonly width: number
  readonly height: number
  readonly path: string
  /** Whether it points to where the text goes, so that it is mirrored where text goes from right to left. */
  readonly isMirrored?: boolean
}

/** An icon beside a text that says the same, so that it is hidden from screen readers. */
export const Icon = ({
  shape,
  className = '',
}: {
  readonly shape: IconShape
  readonly className?: string
}) => (
  <svg
    className={`${styles.icon} ${shape.isMirrored ? styles.mirrored : ''} ${className}`}
    viewBox={`0 0 ${shape.width} ${shape.height}`}
    aria-hidden="true"
  >
    <path d={shape.path} />
  </svg>
)
