import { boardCalls } from '@portal/contract/statistics/board'
import { defineRead, defineWrite } from '../../lib/query.ts'

export const useBoard = defineRead(boardCalls.board)
export const useHall = defineRead(boardCalls.hall)
export const useHallSetting = defineRead(boardCalls.hallSetting)
export const useChangeHall = defineWrite(boardCalls.changeHall, [boardCalls.hallSetting, boardCalls.hall])
