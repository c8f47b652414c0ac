import { Suspense, useState } from 'react'
import type { ListSetting } from '@portal/contract/list-setting/list-setting'
import { useDuties } from '../../lib/duties.ts'
import { Drawer } from '../drawer.tsx'
import { Button, Skeleton } from '../light.tsx'
import { definePart } from '../part.tsx'
import { placeColumns } from './columns.ts'
import type { Column } from './data-table.tsx'

const ListSettings = definePart(
  () => import('./list-settings.tsx'),
  ({ onDone }) => onDone(),
)

/** Opens the settings of a list. */
export function ListSettingsButton<Row>({
  list,
  setting,
  columns,
}: {
  list: string
  setting: ListSetting | undefined
  columns: readonly Column<Row>[]
}) {
  const [open, setOpen] = useState(false)
  const duties = useDuties()
  return (
    <span className="list-settings-button">
      <Button size="small" icon="gear" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        列设置
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} title="列表设置" side="right">
        <Suspense fallback={<Skeleton rows={8} height={28} />}>
          <ListSettings
            list={list}
            setting={setting}
            columns={placeColumns(columns, setting, duties)}
            onDone={() => setOpen(false)}
          />
        </Suspense>
      </Drawer>
    </span>
  )
}
