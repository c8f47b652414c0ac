import { deliveryCalls, type DeliveryDetail } from '@portal/contract/delivery/delivery'
import type { ScreenPath } from '@portal/contract/screens'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { useStage } from '../../../lib/stage.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Process } from '../../../ui/process/process.ts'
import { defineInbox } from '../../approval/shared/inbox-view.tsx'
import { auditDeliveries, useDelivery } from '../delivery.queries.ts'
import { deliveryTag, returnPicks } from '../delivery.words.ts'
import { DecideDelivery } from '../parts/decide-delivery.tsx'
import { DeliveryFacts, DeliveryFiles, EnteredPieces } from '../parts/delivery-summary.tsx'

const at = (path: ScreenPath): Omit<Process<DeliveryDetail>, 'steps'> => ({
  noun: '供货单',
  list: { to: to(path), text: '返回列表' },
  nameOf: (d) => `供货单 ${d.number}`,
  tagOf: (d) => deliveryTag(d.state),
  useRow: (id) => useDelivery({ params: { id } }, { staleTime: 0 }),
  useNews: (d) => {
    useLive(['inbox'], [deliveryCalls.get])
    useStage(d?.stage)
  },
  Links: ({ row: d }) => <ButtonLink to={to(path, { id: d.id, view: 'print' })}>打印供货单</ButtonLink>,
  Facts: ({ row: d, place }) => (
    <>
      <DeliveryFacts delivery={d} />
      {/* While it is being filled in, only what the form does not show. */}
      {!(place === 'page' && d.can.includes('save')) && (
        <>
          <EnteredPieces delivery={d} />
          <DeliveryFiles delivery={d} />
        </>
      )}
    </>
  ),
})
const FILL_IN = '/osp/storage/providerDevice'

/** The supplier's view, with the entry of each piece. */
export const filledIn: Process<DeliveryDetail, 'save'> = {
  ...at(FILL_IN),
  steps: {
    save: { onPage: true, below: true, begins: (d) => String(d.id) },
    submit: null,
    approve: null,
    send_back: null,
    members: null,
  },
}
/** The office's view, with the comparison to the contract. */
export const checked: Process<DeliveryDetail> = {
  ...at('/osp/storage/invitationAuditInfo'),
  steps: {
    approve: { Part: DecideDelivery, below: true },
    send_back: { Part: DecideDelivery, below: true },
    save: { elsewhere: (d) => ({ to: to(FILL_IN, { id: d.id }), text: '填写设备信息' }) },
    submit: null,
    members: {
      elsewhere: (d) => ({
        to: to('/osp/storage/providerAuditList', { id: d.supplier.id }),
        text: '为供应商添加人员',
      }),
    },
  },
}

export const inbox = defineInbox('delivery', checked, {
  by: auditDeliveries,
  states: { check: 'awaiting_check' },
  verdicts: { approve: 'approve', refuse: 'send_back' },
  refusal: { word: '退回', picks: returnPicks },
})
