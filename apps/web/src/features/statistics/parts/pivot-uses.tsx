import { dimensionWords, type Pivot } from '@portal/contract/statistics/pivot'
import type { Page } from '@portal/contract/kernel/page'
import type { UseRow } from '@portal/contract/statistics/statistics'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { ExportButton } from '../../../ui/list/export-button.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { savePivotUses, usePivotUses } from '../pivot.queries.ts'
import { ChoiceBar, OtherPeriods } from './choice-bar.tsx'
import { pivotUseColumns, actionsOnUse } from './use-list.tsx'
import type { PivotChoice } from './use-pivot-choice.ts'

interface UsePage extends Page<UseRow> {
  only?: Pivot['only']
}

/** The uses that a cell adds up. */
export function PivotUses({ choice }: { choice: PivotChoice }) {
  return (
    <ListPage<UseRow>
      title="使用记录明细"
      extra={
        <ButtonLink to={to('/statistic/pivot', choice.whole)} icon="back">
          返回交叉分析
        </ButtonLink>
      }
      intro={<ChoiceBar choice={choice} />}
      rows={usePivotUses}
      fixed={{ ...choice.asked, only: choice.cut.only }}
      columns={pivotUseColumns}
      actions={actionsOnUse}
      note={({ only = [] }: UsePage) =>
        only.length > 0 &&
        `只看 ${only.map((k) => `${dimensionWords[k.dimension].title}：${k.name}`).join('，')}`
      }
      onExport={savePivotUses}
      whole={(query) => (
        <ExportButton
          small
          format="csv"
          save={(transfer) => savePivotUses({ ...query, format: 'csv' }, transfer)}
        />
      )}
      empty={{ text: '所选期间没有使用记录', action: <OtherPeriods choice={choice} /> }}
    />
  )
}
