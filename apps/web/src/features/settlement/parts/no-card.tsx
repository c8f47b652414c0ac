import { Button } from '../../../ui/light.tsx'

/** Tells a person without a card how to go on; `onRemit` chooses 线下汇款. */
export const NoCard = ({ onRemit }: { onRemit: () => void }) => (
  <p className="muted">
    您没有可用的经费卡：请持卡人在“我的经费”中授权您使用，或选择线下汇款。
    <Button size="small" kind="text" onClick={onRemit}>
      改为线下汇款
    </Button>
  </p>
)
