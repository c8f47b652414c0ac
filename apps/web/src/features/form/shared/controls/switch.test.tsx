import type { ShownRule } from '@portal/form-kit/control/show'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ControlProps } from '../control.ts'
import { SwitchControl } from './switch.tsx'

it('a wide switch is no wider than a part of its form, so that it fits a phone', () => {
  const rule = { type: 'switch', field: 'on', title: '通气', props: { width: 900 } }
  const props: ControlProps = {
    // the fields that the control reads
    state: { rule } as unknown as ShownRule,
    id: 'on',
    path: 'on',
    label: '通气',
    value: false,
    disabled: false,
    aria: {},
    onChange: () => undefined,
    onBlur: () => undefined,
    tell: () => undefined,
  }
  expect(renderToStaticMarkup(<SwitchControl {...props} />)).toContain('min-width:min(400px, 70cqi)')
})
