import type { FavoriteKind } from '@portal/contract/device/device'
import { useVisiting } from '../../../lib/site.ts'
import { Button } from '../../../ui/light.tsx'
import { useAddFavorite, useRemoveFavorite } from '../device.queries.ts'

interface Props {
  kind: FavoriteKind
  targetId: number
  favoriteId: number | null
  /** Shows only the star; then `name` is needed for its label. */
  short?: true
  name?: string
}
export function FavoriteButton({ kind, targetId, favoriteId, short, name }: Props) {
  const add = useAddFavorite()
  const remove = useRemoveFavorite()
  if (useVisiting()) return null
  const turn = () =>
    favoriteId === null ? add.run({ body: { kind, targetId } }) : remove.run({ params: { id: favoriteId } })
  if (short) {
    return (
      <Button
        kind="text"
        size="small"
        icon="star"
        className="favorite-star"
        aria-label={`收藏 ${name ?? ''}`}
        aria-pressed={favoriteId !== null}
        busy={add.busy || remove.busy}
        onClick={() => void turn().catch(() => {})}
      />
    )
  }
  return (
    <Button
      icon="star"
      aria-pressed={favoriteId !== null}
      busy={add.busy || remove.busy}
      onClick={() => void turn().catch(() => {})}
    >
      {favoriteId === null ? '收藏' : '已收藏'}
    </Button>
  )
}
