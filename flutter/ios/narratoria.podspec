Pod::Spec.new do |s|
  s.name                = 'narratoria'
  s.version             = '0.1.0'
  s.summary             = 'Interactive fiction that stays true to itself, played on the device.'
  s.homepage            = 'https://github.com/narratoria/narratoria'
  s.license             = { :type => 'Apache-2.0', :file => '../../LICENSE' }
  s.author              = 'The Narratoria authors'
  s.source              = { :path => '.' }
  s.source_files        = 'Classes/**/*.swift'
  # Made by `gomobile bind`: see ../README.md.
  s.vendored_frameworks = 'Frameworks/Ffi.xcframework'
  s.dependency 'Flutter'
  s.libraries           = 'resolv'
  s.platform            = :ios, '13.0'
  s.swift_version       = '5.9'
  s.pod_target_xcconfig = { 'DEFINES_MODULE' => 'YES' }
end
