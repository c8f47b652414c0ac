import type { Ref } from '@portal/contract/kernel/rows'
import { AsyncSeveral } from '../../../ui/form/async-several.tsx'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { usePeopleOptions } from '../people.queries.ts'

interface Props extends FieldAria {
  id?: string
  value?: readonly Ref[]
  onChange?: (value: readonly Ref[]) => void
  placeholder?: string | undefined
}

export const PeopleSelect = ({ placeholder = '输入姓名、拼音或用户名添加', ...props }: Props) => (
  <AsyncSeveral {...props} useOptions={usePeopleOptions} placeholder={placeholder} />
)
