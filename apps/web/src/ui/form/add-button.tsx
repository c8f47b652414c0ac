import { useId, type ReactNode } from 'react'
import { Button } from '../light.tsx'

interface Props {
  /** How many rows there are. */
  count: number
  /** The most that are taken. */
  most: number
  onAdd: () => void
  size?: 'small' | 'middle'
  children: ReactNode
}
/** Adds a row to those of a form. If no more are taken, it says so: a grey button alone does not tell why. */
export function AddButton({ count, most, onAdd, size = 'small', children }: Props) {
  const id = useId()
  const isFull = count >= most
  return (
    <>
      <Button size={size} disabled={isFull} aria-describedby={isFull ? id : undefined} onClick={onAdd}>
        {children}
      </Button>{' '}
      {isFull && (
        <small id={id} className="muted">
          最多 {most} 个
        </small>
      )}
    </>
  )
}
