declare iW @llvm.ctpop.iW(iW)
declare iW @llvm.cttz.iW(iW, i1)
declare iW @llvm.ctlz.iW(iW, i1)
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
declare i64 @llvm.x86.bmi.pext.64(i64, i64)
; what is done in one step where the processor can spread bits over a mask
define internal i64 @select(i64 %m, i64 %k) alwaysinline nounwind {
   %b = shl i64 1, %k
   %p = call i64 @llvm.x86.bmi.pdep.64(i64 %b, i64 %m)
   %r = call i64 @llvm.cttz.i64(i64 %p, i1 true)
   ret i64 %r
}
define internal i64 @gather(i64 %m, i64 %among) alwaysinline nounwind {
   %r = call i64 @llvm.x86.bmi.pext.64(i64 %m, i64 %among)
   ret i64 %r
}
define internal i64 @spread(i64 %m, i64 %among) alwaysinline nounwind {
   %r = call i64 @llvm.x86.bmi.pdep.64(i64 %m, i64 %among)
   ret i64 %r
}
