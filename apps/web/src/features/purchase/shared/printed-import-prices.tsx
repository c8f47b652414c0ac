import { formatYuan } from '@portal/contract/kernel/money'
import { importPriceLines } from '@portal/contract/purchase/import-price'
import type { ImportedItem } from '@portal/contract/purchase/rows'
import { PaperFacts } from '../../../ui/paper.tsx'

/** For printing: the parts of each imported item's price. */
export const PrintedImportPrices = ({ items }: { items: readonly ImportedItem[] }) =>
  items.map((i) => (
    <section key={i.id}>
      <h2>进口价格构成：{i.name}</h2>
      <PaperFacts
        items={[
          ...importPriceLines(i.importPrice),
          ['预算单价', `¥${formatYuan(i.unitPriceFen)}`],
          ['合同单价', i.contractPriceFen === null ? null : `¥${formatYuan(i.contractPriceFen)}`],
        ]}
      />
    </section>
  ))
