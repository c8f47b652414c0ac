import {
  priceBasisWords,
  pricePlanStateWords,
  type PricePlanRow,
} from '@portal/contract/price-plan/price-plan'
import type { Column } from '../../../ui/list/data-table.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'

/** Which version of a price, and when it holds: the first columns of a list of versions. */
export const versionColumns: readonly Column<PricePlanRow>[] = [
  {
    key: 'version',
    title: '版本',
    main: true,
    render: (p) => `${priceBasisWords[p.basis]} 第 ${p.version} 版`,
  },
  {
    key: 'state',
    title: '状态',
    render: (p) => (
      <StateTag
        tone={p.state === 'current' ? 'done' : p.state === 'coming' ? 'waiting' : 'stopped'}
        text={pricePlanStateWords[p.state]}
      />
    ),
  },
  { key: 'days', title: '有效期', render: (p) => `${p.from} 起${p.until ? `，${p.until} 前` : ''}` },
]
