import { passFocusOn } from '../../lib/pass-focus.ts'
import { Button } from '../light.tsx'

interface Props {
  /** Which row, for its accessible name: 样品 2. */
  what: string
  onRemove: () => void
}
/** Removes the row in which it stands. */
export const RemoveButton = ({ what, onRemove }: Props) => (
  <Button
    size="small"
    kind="danger"
    aria-label={`移除${what}`}
    onClick={(e) => {
      passFocusOn(e.currentTarget)
      onRemove()
    }}
  >
    移除
  </Button>
)
