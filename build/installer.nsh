; Replaces electron-builder's own check, which ends a running Packbench by force after a few seconds: in the middle of a booking or a label.
; This one ends nothing. It waits for a person, and a silent installation fails with exit code 2.
!macro customCheckAppRunning
  !insertmacro IS_POWERSHELL_AVAILABLE
  lookForPackbench:
  !insertmacro FIND_PROCESS "${APP_EXECUTABLE_FILENAME}" $R0
  ${if} $R0 == 0
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Packbench is running, and a booking or a label may be under way. Nothing was changed.$\r$\n$\r$\nClose Packbench, also for other users of this computer. It finishes its work first. Then choose Retry." /SD IDCANCEL IDRETRY lookForPackbench
    SetErrorLevel 2
    Quit
  ${endIf}
!macroend
