import type { Ref } from '@portal/contract/kernel/rows'
import { AsyncSeveral } from '../../../ui/form/async-several.tsx'
import { usePeopleOptions } from '../people.queries.ts'

interface Props {
  id?: string
  value?: readonly Ref[]
  onChange?: (value: readonly Ref[]) => void
}

export const PeopleSelect = (props: Props) => (
  <AsyncSeveral {...props} useOptions={usePeopleOptions} placeholder="输入姓名、拼音或用户名添加" />
)
