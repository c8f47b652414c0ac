import type { FavoriteKind } from '@portal/contract/device/device'
import { Button } from '../../../ui/light.tsx'
import { useAddFavorite, useRemoveFavorite } from '../device.queries.ts'

export function FavoriteButton({ kind, targetId, favoriteId }: { kind: FavoriteKind; targetId: number; favoriteId: number | null }) {
  const add = useAddFavorite()
  const remove = useRemoveFavorite()
  const turn = () => (favoriteId === null ? add.run({ body: { kind, targetId } }) : remove.run({ params: { id: favoriteId } }))
  return (
    <Button icon="star" aria-pressed={favoriteId !== null} busy={add.busy || remove.busy} onClick={() => void turn().catch(() => {})}>
      {favoriteId === null ? '收藏' : '已收藏'}
    </Button>
  )
}
